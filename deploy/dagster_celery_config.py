"""What Celery's workers are told beside their command; dagster-celery reads a module of this name.

The addresses of broker and results are in the environment: they hold passwords.
"""

result_expires = None
"""Never: a run whose result has expired is taken for failed, and the default is one day. A result
has 200 bytes; Redis keeps those of some 3,000 runs in a megabyte."""

broker_transport_options = {"visibility_timeout": 3600, "max_retries": 3}
"""Redis gives a run that a worker took and never began to the next one after an hour."""

broker_connection_retry_on_startup = True
"""A worker may begin before the broker does."""
