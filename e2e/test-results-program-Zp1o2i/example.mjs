import OpenAI from 'openai';

const client = new OpenAI({ baseURL: 'http://127.0.0.1:20816/v1', apiKey: process.env.ATELIER_API_KEY });
const stream = await client.chat.completions.create({
  model: 'app:app_01m8kpsd6ce2jhq7363xndbz5c8rsdfcqsk4',
  messages: [{ role: 'user', content: 'What can you help me with?' }],
  stream: true,
});
for await (const part of stream) process.stdout.write(part.choices[0]?.delta?.content ?? '');