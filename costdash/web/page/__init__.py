"""The layout of the page: its components, cards, panels, dialogs and menus."""
