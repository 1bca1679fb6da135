export interface CodeExample {
  id: string;
  label: string;
  code: string;
}

interface AppAddress {
  origin: string;
  appId: string;
}

/** Stands for the key in the examples. */
const keyVariable = 'ATELIER_API_KEY';

/** Examples that call the app through the product's own endpoint (CHAT-07) and through unmodified OpenAI clients. */
export const codeExamples = ({ origin, appId }: AppAddress): CodeExample[] => [
  {
    id: 'curl',
    label: 'curl',
    code: `curl ${origin}/api/content/query \\
  -H "Authorization: Bearer $${keyVariable}" \\
  -H "Content-Type: application/json" \\
  -d '{"appId": "${appId}", "query": "What can you help me with?"}'`,
  },
  {
    id: 'stream',
    label: 'curl, streamed',
    code: `curl -N ${origin}/api/content/query \\
  -H "Authorization: Bearer $${keyVariable}" \\
  -H "Content-Type: application/json" \\
  -d '{"appId": "${appId}", "query": "What can you help me with?", "stream": true}'`,
  },
  {
    id: 'python',
    label: 'OpenAI, Python',
    code: `import os
from openai import OpenAI

client = OpenAI(base_url="${origin}/v1", api_key=os.environ["${keyVariable}"])
answer = client.chat.completions.create(
    model="app:${appId}",
    messages=[{"role": "user", "content": "What can you help me with?"}],
)
print(answer.choices[0].message.content)`,
  },
  {
    id: 'javascript',
    label: 'OpenAI, JavaScript',
    code: `import OpenAI from 'openai';

const client = new OpenAI({ baseURL: '${origin}/v1', apiKey: process.env.${keyVariable} });
const stream = await client.chat.completions.create({
  model: 'app:${appId}',
  messages: [{ role: 'user', content: 'What can you help me with?' }],
  stream: true,
});
for await (const part of stream) process.stdout.write(part.choices[0]?.delta?.content ?? '');`,
  },
];
