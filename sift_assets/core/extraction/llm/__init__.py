"""Extraction by a language model: prompt, answer schema, reader, extractor."""
