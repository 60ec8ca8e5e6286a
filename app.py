"""The page in a checkout: `gunicorn app:server`, or `python app.py` for development."""

from costdash.web.wsgi import server as make_server

server = make_server()

if __name__ == "__main__":
    server.run(port=8050)
