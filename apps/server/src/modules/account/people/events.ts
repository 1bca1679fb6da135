declare module '../../../kernel/context/events.ts' {
  interface EventMap {
    /** An invitation was accepted; `grants` is what was promised with it. */
    'people.invitation_accepted': {
      tenantId: string;
      userId: string;
      grants: { entityId: string }[];
      invitedBy: string | null;
    };
  }
}

export {};
