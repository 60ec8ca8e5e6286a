"""HTTP routes beside dash: answers, downloads, links, scripts and uploads."""
