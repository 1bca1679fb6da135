/** The names of the tools that only agents of crews have. */
export const crewToolNames = {
  plan: 'plan_work',
  delegate: 'delegate_task',
  handOver: 'hand_over_conversation',
  write: 'write_note',
  read: 'read_notes',
} as const;
