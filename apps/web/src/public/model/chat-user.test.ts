import { beforeEach, expect, it } from 'vitest';
import { chatUserId, lastConversation, rememberConversation } from './chat-user.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

it('keeps one unguessable id per browser under CHAT_USER_ID', { tags: ['CHAT-02', 'SESSION-07'] }, () => {
  const id = chatUserId();
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(chatUserId()).toBe(id);
  expect(localStorage.getItem('CHAT_USER_ID')).toBe(id);
  localStorage.clear();
  expect(chatUserId()).not.toBe(id);
});

it('remembers the open conversation of each app apart, for this tab', () => {
  rememberConversation('app_1', 'cnv_1');
  expect([lastConversation('app_1'), lastConversation('app_2')]).toEqual(['cnv_1', undefined]);
  expect(localStorage.length).toBe(0);
  rememberConversation('app_1', undefined);
  expect(lastConversation('app_1')).toBeUndefined();
});
