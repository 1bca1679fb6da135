import type { Client } from '../client.ts';

/** Attaches a file to the next question of a visitor. Returns its id. */
export const attachFile = async (
  by: Client,
  place: { appId: string; chatUserId?: string },
  [name, content]: readonly [string, string],
): Promise<string> => {
  const form = new FormData();
  for (const [field, value] of Object.entries(place)) form.append(field, value);
  form.append('file', new Blob([content]), name);
  const response = await by.fetch('/api/content/chat/file', { method: 'POST', body: form });
  const { responseData } = (await response.json()) as { responseData?: { fileId: string } };
  return responseData?.fileId ?? '';
};
