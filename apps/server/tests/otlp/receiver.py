"""Receives traces over OTLP/HTTP with the official protocol buffers, and prints each span as a line of JSON."""

import gzip
import json
from http.server import BaseHTTPRequestHandler, HTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)


def value_of(value):
    kind = value.WhichOneof("value")
    if kind == "array_value":
        return [value_of(each) for each in value.array_value.values]
    return getattr(value, kind)


def attributes_of(pairs):
    return {pair.key: value_of(pair.value) for pair in pairs}


def told(resource, scope, span):
    kinds = {1: "Internal", 3: "Client"}
    return {
        "schemaUrl": scope.schema_url,
        "resource": attributes_of(resource.resource.attributes),
        "traceId": span.trace_id.hex(),
        "spanId": span.span_id.hex(),
        "parentId": span.parent_span_id.hex(),
        "name": span.name,
        "kind": kinds.get(span.kind, str(span.kind)),
        "failure": span.status.message if span.status.code == 2 else "",
        "tookMs": (span.end_time_unix_nano - span.start_time_unix_nano) / 1e6,
        "attributes": attributes_of(span.attributes),
        "links": [link.trace_id.hex() for link in span.links],
    }


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        request = ExportTraceServiceRequest()
        request.ParseFromString(body)
        for resource in request.resource_spans:
            for scope in resource.scope_spans:
                for span in scope.spans:
                    print(json.dumps(told(resource, scope, span)), flush=True)
        self.send_response(200)
        self.send_header("content-type", "application/x-protobuf")
        self.end_headers()
        self.wfile.write(ExportTraceServiceResponse().SerializeToString())

    def log_message(self, *_arguments):
        pass


server = HTTPServer(("127.0.0.1", 0), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
