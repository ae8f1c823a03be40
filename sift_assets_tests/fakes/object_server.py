"""An object server on loopback that speaks S3's protocol: moto, in a process of its own."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import boto3

SERVE = """
from moto.moto_server.threaded_moto_server import ThreadedMotoServer
import sys
server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
server.start()
print("http://%s:%s" % server.get_host_and_port(), flush=True)
sys.stdin.read()
"""
"""Port 0: the system chooses a free one. It serves until its standard input is closed."""

BUCKET = "kept"


@contextmanager
def running_object_server() -> Iterator[dict[str, str]]:
    """Run a server with an empty bucket; yield the environment by which clients find it."""
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with process:
        assert process.stdout is not None
        credentials = {
            "AWS_ENDPOINT_URL": process.stdout.readline().strip(),
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
            "AWS_DEFAULT_REGION": "us-east-1",
            "AWS_EC2_METADATA_DISABLED": "true",
        }
        try:
            with client_of(credentials) as client:
                client.create_bucket(Bucket=BUCKET)
            yield credentials
        finally:
            process.kill()


@contextmanager
def client_of(credentials: dict[str, str]) -> Iterator[Any]:
    """Open another client of a server than the one that is tested."""
    client = boto3.client(
        "s3",
        endpoint_url=credentials["AWS_ENDPOINT_URL"],
        aws_access_key_id=credentials["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=credentials["AWS_SECRET_ACCESS_KEY"],
        region_name=credentials["AWS_DEFAULT_REGION"],
    )
    try:
        yield client
    finally:
        client.close()
