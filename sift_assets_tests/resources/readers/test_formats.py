"""What is read of each format: text, pages, rows, title, date."""

from sift_assets.core.text.settings import ReaderSettings

TABLE = [["Name", "Role"], ["Ada", "Chief"]]
ROWS = "Name | Role\nAda | Chief"
OFF = ReaderSettings(ocr=False)
