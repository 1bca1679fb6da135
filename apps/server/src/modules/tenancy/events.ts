declare module '../../kernel/events.ts' {
  interface EventMap {
    /** A company was founded; `ownerId` is the user who signed up for it. */
    'tenancy.tenant_created': { tenantId: string; ownerId: string };
  }
}

export {};
