import os
from openai import OpenAI

client = OpenAI(base_url="http://127.0.0.1:20816/v1", api_key=os.environ["ATELIER_API_KEY"])
first = client.responses.create(model="app:app_01m8kpsd6ce2jhq7363xndbz5c8rsdfcqsk4", input="What can you help me with?")
print(first.output_text)
second = client.responses.create(
    model="app:app_01m8kpsd6ce2jhq7363xndbz5c8rsdfcqsk4", input="Tell me more.", previous_response_id=first.id
)
print(second.output_text)