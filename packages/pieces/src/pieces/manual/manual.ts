import type { Piece } from '../../piece.ts';

export const manual: Piece = {
  name: 'manual',
  version: '1.0.0',
  displayName: 'Manual',
  description: 'Starts a flow when somebody clicks Run, or when another flow calls it.',
  category: 'FLOW',
  icon: 'player-play',
  actions: [],
  triggers: [
    {
      kind: 'manual',
      name: 'manual_trigger',
      displayName: 'Run by hand',
      description: 'The value is what was entered for the run, or what the calling flow passes.',
      fields: [],
      sample: { body: {} },
    },
  ],
};
