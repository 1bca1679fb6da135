"""Asks agents and apps with the clients that people write programs with, as they come from their registry.

Prints one line for each thing that was done: its name and what came of it, as JSON. The test that starts this program says what it must be.
"""

import asyncio
import json
import os
import traceback

import openai
from agents import Agent, OpenAIChatCompletionsModel, OpenAIResponsesModel, Runner, function_tool, set_tracing_disabled
from fastmcp import Client as FastMcpClient
from fastmcp.client.transports import StreamableHttpTransport
from langchain_core.messages import ToolMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from pydantic import BaseModel

place = json.loads(os.environ["ATELIER_PLACE"])
base, key, agent, app = place["base"], place["key"], place["agent"], place["app"]
set_tracing_disabled(True)


class Plan(BaseModel):
    """The plan of a journey."""

    city: str
    days: int


weather = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "The weather of a city.",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    },
}


def said(text):
    return [{"role": "user", "content": text}]


def hasty(response):
    """Shortens the wait that the server asks for, which the client would keep."""
    if "retry-after" in response.headers:
        response.headers["retry-after"] = "0.01"


client = openai.OpenAI(base_url=f"{base}/v1", api_key=key, max_retries=0)


def openai_models():
    return agent in [model.id for model in client.models.list()]


def openai_chat():
    reply = client.chat.completions.create(model=agent, messages=said("What is the capital of France?"))
    return [reply.choices[0].message.content, reply.usage.total_tokens]


def openai_app():
    reply = client.chat.completions.create(model=app, messages=said("What is the capital of France?"))
    return reply.choices[0].message.content


def openai_stream():
    stream = client.chat.completions.create(
        model=agent,
        messages=said("What is the capital of France?"),
        stream=True,
        stream_options={"include_usage": True},
    )
    text, usage = "", None
    for chunk in stream:
        for choice in chunk.choices:
            text += choice.delta.content or ""
        usage = chunk.usage or usage
    return [text, usage.total_tokens]


def openai_tools():
    messages = said("How is the weather in Rome?")
    first = client.chat.completions.create(model=agent, messages=messages, tools=[weather])
    message = first.choices[0].message
    messages.append(message)
    for call in message.tool_calls:
        given = json.loads(call.function.arguments)
        messages.append({"role": "tool", "tool_call_id": call.id, "content": f"sunny in {given['city']}"})
    last = client.chat.completions.create(model=agent, messages=messages, tools=[weather])
    return [first.choices[0].finish_reason, last.choices[0].message.content]


def openai_forced():
    reply = client.chat.completions.create(
        model=agent,
        messages=said("Forecast it."),
        tools=[weather],
        tool_choice={"type": "function", "function": {"name": "get_weather"}},
    )
    return [call.function.name for call in reply.choices[0].message.tool_calls]


def openai_parse():
    reply = client.chat.completions.parse(model=agent, messages=said("Plan it."), response_format=Plan)
    return reply.choices[0].message.parsed.model_dump()


def openai_responses():
    first = client.responses.create(model=agent, input="What is the capital of France?")
    second = client.responses.create(model=agent, input="How many turns?", previous_response_id=first.id)
    again = client.responses.retrieve(second.id)
    return [first.output_text, second.output_text, again.output_text]


def openai_responses_stream():
    with client.responses.stream(model=agent, input="What is the capital of France?") as stream:
        kinds = [event.type for event in stream]
        return [kinds[0], kinds[-1], stream.get_final_response().output_text]


def openai_errors():
    try:
        client.chat.completions.create(model="agent:none", messages=said("Hello."))
    except openai.NotFoundError as error:
        return [error.code, error.type]


def openai_retry():
    hooks = {"response": [hasty]}
    patient = openai.OpenAI(
        base_url=f"{base}/v1", api_key=key, max_retries=2, http_client=openai.DefaultHttpxClient(event_hooks=hooks)
    )
    reply = patient.chat.completions.create(model=agent, messages=said("Are you busy?"))
    return reply.choices[0].message.content


def openai_busy():
    try:
        client.chat.completions.create(model=agent, messages=said("Are you always busy?"))
    except openai.RateLimitError as error:
        return [error.code, error.response.headers["retry-after"]]


chat = ChatOpenAI(base_url=f"{base}/v1", api_key=key, model=agent, max_retries=0)


def langchain_invoke():
    return chat.invoke("What is the capital of France?").content


def langchain_stream():
    return "".join(chunk.content for chunk in chat.stream("What is the capital of France?"))


def langchain_batch():
    replies = chat.batch(["What is the capital of France?", "How many turns?"])
    return [reply.content for reply in replies]


@tool
def get_weather(city: str) -> str:
    """The weather of a city."""
    return f"sunny in {city}"


def langchain_tools():
    bound = chat.bind_tools([get_weather])
    messages = [("user", "How is the weather in Rome?")]
    first = bound.invoke(messages)
    results = [ToolMessage(get_weather.invoke(call["args"]), tool_call_id=call["id"]) for call in first.tool_calls]
    return bound.invoke([*messages, first, *results]).content


def langchain_structured(method):
    prompt = "Plan it." if method != "json_mode" else "Plan it as JSON."
    return chat.with_structured_output(Plan, method=method).invoke(prompt).model_dump()


@function_tool(name_override="get_weather")
def weather_tool(city: str) -> str:
    """The weather of a city."""
    return f"sunny in {city}"


async def openai_agents(model_class):
    model = model_class(model=agent, openai_client=openai.AsyncOpenAI(base_url=f"{base}/v1", api_key=key))
    with_tool = Agent(name="Forecaster", instructions="Help.", model=model, tools=[weather_tool])
    planner = Agent(name="Planner", instructions="Help.", model=model, output_type=Plan)
    told = await Runner.run(with_tool, "How is the weather in Rome?")
    planned = await Runner.run(planner, "Plan it.")
    return [told.final_output, planned.final_output.model_dump()]


async def fastmcp():
    transport = StreamableHttpTransport(f"{base}/mcp", headers={"Authorization": f"Bearer {key}"})
    async with FastMcpClient(transport) as mcp:
        tools = [tool.name for tool in await mcp.list_tools()]
        name = next(name for name in tools if name.startswith("agent_"))
        result = await mcp.call_tool(name, {"task": "What is the capital of France?"})
        return result.structured_content["answer"]


async def everything():
    yield "openai models", openai_models
    yield "openai chat", openai_chat
    yield "openai app", openai_app
    yield "openai stream", openai_stream
    yield "openai tools", openai_tools
    yield "openai forced tool", openai_forced
    yield "openai parse", openai_parse
    yield "openai responses", openai_responses
    yield "openai responses stream", openai_responses_stream
    yield "openai errors", openai_errors
    yield "openai busy", openai_busy
    yield "openai retry", openai_retry
    yield "langchain invoke", langchain_invoke
    yield "langchain stream", langchain_stream
    yield "langchain batch", langchain_batch
    yield "langchain tools", langchain_tools
    for method in ["json_schema", "json_mode", "function_calling"]:
        yield f"langchain {method}", lambda method=method: langchain_structured(method)
    yield "openai-agents chat", lambda: openai_agents(OpenAIChatCompletionsModel)
    yield "openai-agents responses", lambda: openai_agents(OpenAIResponsesModel)
    yield "fastmcp", fastmcp


async def main():
    async for name, work in everything():
        try:
            result = work()
            if asyncio.iscoroutine(result):
                result = await result
        except Exception:
            result = traceback.format_exc()
        print(json.dumps([name, result]), flush=True)


asyncio.run(main())
