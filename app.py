"""The page as a WSGI server: gunicorn app:server, or python app.py."""

from costdash.web.factory import create_app

app = create_app()
server = app.server

if __name__ == "__main__":
    app.run()
