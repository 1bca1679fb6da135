declare module '../../kernel/events.ts' {
  interface EventMap {
    'chat.answered': { queryId: string; conversationId: string; status: string };
  }
}

export type ChatEvents = 'chat.answered';
