"""Asks an agent with LlamaIndex, which needs another version of OpenAI's client than the others. Prints what came of it, as JSON."""

import json
import os
import traceback

from llama_index.core.tools import FunctionTool
from llama_index.llms.openai_like import OpenAILike

place = json.loads(os.environ["ATELIER_PLACE"])
llm = OpenAILike(
    api_base=f"{place['base']}/v1",
    api_key=place["key"],
    model=place["agent"],
    is_chat_model=True,
    is_function_calling_model=True,
    max_retries=0,
)


def get_weather(city: str) -> str:
    """The weather of a city."""
    return f"sunny in {city}"


def call_tool():
    made = llm.predict_and_call([FunctionTool.from_defaults(get_weather)], "How is the weather in Rome?")
    return str(made)


for name, work in [
    ("llama-index complete", lambda: llm.complete("What is the capital of France?").text),
    ("llama-index stream", lambda: list(llm.stream_complete("What is the capital of France?"))[-1].text),
    ("llama-index tools", call_tool),
]:
    try:
        result = work()
    except Exception:
        result = traceback.format_exc()
    print(json.dumps([name, result]), flush=True)
