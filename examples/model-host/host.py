"""A model host for Cellwake, in nothing but Python's standard library.

It serves linear models from a JSON file, and answers what the functions of its manifest ask:

    python3 host.py --models models.json --port 8600

    POST /churn  { "function": "CHURN_SCORE", "args": [[0.1, 0.2, 0.3]], "requestId": "..." }
    200          { "value": 0.574 }
    200          { "error": { "code": "bad-features", "message": "...", "retryable": false } }
    GET /health  { "status": "ok", "models": ["churn", "score"] }

Put your own model behind `score`: whatever gives a number for a list of numbers.
"""

import argparse
import json
import math
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MAX_BODY_BYTES = 1024 * 1024


class CallError(Exception):
    """What the caller did wrong, in words."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def score(model, features):
    """bias + weights · features, through the link of the model."""
    weights = model["weights"]
    if not isinstance(features, list) or not all(is_number(item) for item in features):
        raise CallError("bad-features", "The features must be one list of numbers.")
    if len(features) != len(weights):
        raise CallError(
            "bad-features", f"The model takes {len(weights)} features, not {len(features)}."
        )
    total = model.get("bias", 0.0) + sum(w * x for w, x in zip(weights, features))
    if model.get("link", "identity") == "logistic":
        # Written so that large totals do not overflow.
        return 1 / (1 + math.exp(-total)) if total >= 0 else math.exp(total) / (1 + math.exp(total))
    return total


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    models = {}
    quiet = False

    def do_GET(self):
        if self.path == "/health":
            self.answer(200, {"status": "ok", "models": sorted(self.models)})
        else:
            self.answer(404, {"error": {"code": "not-found", "message": "There is only /health."}})

    def do_POST(self):
        model = self.models.get(self.path.strip("/"))
        if model is None:
            message = f"There is no model at {self.path}."
            self.answer(404, {"error": {"code": "unknown-model", "message": message}})
            return
        try:
            length = int(self.headers.get("Content-Length", "0"))
            if length > MAX_BODY_BYTES:
                raise CallError("too-large", "The request is too large.")
            call = json.loads(self.rfile.read(length))
            self.answer(200, {"value": score(model, call["args"][0])})
        except CallError as error:
            self.refuse(error.code, str(error))
        except (ValueError, KeyError, IndexError, TypeError):
            self.refuse("bad-request", "A call is { function, args, requestId }.")

    def refuse(self, code, message):
        self.answer(200, {"error": {"code": code, "message": message, "retryable": False}})

    def answer(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *args):
        if not self.quiet:
            super().log_message(*args)


def main():
    parser = argparse.ArgumentParser(description="Serves linear models to Cellwake.")
    parser.add_argument("--models", default="models.json", help="a JSON file with models by name")
    parser.add_argument("--port", type=int, default=8600, help="0 for any that is free")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--quiet", action="store_true", help="log no requests")
    options = parser.parse_args()
    with open(options.models, encoding="utf-8") as file:
        Handler.models = json.load(file)
    Handler.quiet = options.quiet
    server = ThreadingHTTPServer((options.host, options.port), Handler)
    print(f"Listening on http://{options.host}:{server.server_address[1]}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
