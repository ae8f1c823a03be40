"""Adapters of OCR engines, one module each."""
