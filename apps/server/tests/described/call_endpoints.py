"""Calls endpoints with the client that was made from the description of the API, and prints what it got."""

import json
import sys
import time

from openapi_client.api_client import ApiClient
from openapi_client.api.apps_api import AppsApi
from openapi_client.api.auth_api import AuthApi
from openapi_client.api.chat_api import ChatApi
from openapi_client.api.document_imports_api import DocumentImportsApi
from openapi_client.api.knowledge_api import KnowledgeApi
from openapi_client.api.runs_api import RunsApi
from openapi_client.api.scheduler_api import SchedulerApi
from openapi_client.configuration import Configuration
from openapi_client.exceptions import NotFoundException

origin, api_key = sys.argv[1:]
client = ApiClient(Configuration(host=origin, access_token=api_key))
knowledge, documents, apps = KnowledgeApi(client), DocumentImportsApi(client), AppsApi(client)

session = AuthApi(client).auth_session().response_data
base_id = knowledge.knowledge_create({"name": "From Python"}).response_data.knowledge_base_id
imports = documents.document_imports_import_file(
    knowledge_base_id=base_id, files=[("library.txt", b"The library opens at eight.")]
).response_data.imports
while documents.document_imports_list_imports(base_id).response_data.balance.imported < 1:
    time.sleep(0.05)
base = knowledge.knowledge_get(base_id).response_data
app_id = apps.apps_create(
    {"name": "Python librarian", "knowledgeBaseIds": [base_id], "access": "PRIVATE"}
).response_data.app_id
found = apps.apps_list(search="Python librarian").response_data
answer = ChatApi(client).chat_query({"appId": app_id, "query": "When does the library open?"}).response_data
times = SchedulerApi(client).scheduler_times(
    {"triggerName": "cron_expression", "input": {"cronExpression": "30 2 29 3 *", "timezone": "Europe/Berlin"}}
).response_data
runs = RunsApi(client).runs_list(scope_id=base_id, limit=5).response_data
try:
    apps.apps_get("app_none")
    missing = None
except NotFoundException as error:
    missing = json.loads(error.body)["code"]

print(
    json.dumps(
        {
            "email": session.user.email,
            "document": imports[0].name,
            "base": base.name,
            "apps": [each.name for each in found.items],
            "answer": answer.answer,
            "cited": answer.citations[0].document_name,
            "schedule": [times.cron, times.time_zone, len(times.times)],
            "runs": [[each.kind, each.status] for each in runs.items],
            "missing": missing,
        }
    )
)
