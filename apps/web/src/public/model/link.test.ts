import { expect, it } from 'vitest';
import { readLink } from './link.ts';

const read = (address: string) => readLink(new URL(address, 'http://localhost'));

it('reads the app and the tenant of a shared link', { tags: ['CHAT-01', 'ROUTE-28'] }, () => {
  expect(read('/chat/app_1?tenantId=ten_1')).toEqual({ appId: 'app_1', tenantId: 'ten_1' });
  expect(read('/chat/app_1')).toEqual({ appId: 'app_1', tenantId: undefined });
  expect(read('/chat/app%201/')).toEqual({ appId: 'app 1', tenantId: undefined });
});

it.each(['/chat', '/chat/', '/chat/%E0%A4%A'])('survives %s, which names no app', (address) => {
  expect(() => read(address)).not.toThrow();
});
