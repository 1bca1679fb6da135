declare module '../../../kernel/context/events.ts' {
  interface EventMap {
    'chat.answered': { queryId: string; conversationId: string; status: string };
  }
}

export type ChatEvents = 'chat.answered';
