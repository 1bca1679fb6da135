import type { Piece } from '../../piece.ts';

const file = {
  id: 'fil_1234567890abcdef',
  name: 'Complaint.pdf',
  type: 'application/pdf',
  size: 48_213,
  sha256: '6f2a…',
};

/** Lets a flow do the work of a worker. Its result is set by the step “Advanced Agent Dashboard Settings” (FLOW-08). */
export const workers: Piece = {
  name: 'workers',
  version: '1.0.0',
  displayName: 'Workers',
  description: 'Does the work of a worker: starts with each record that it gets.',
  category: 'FLOW',
  icon: 'robot',
  actions: [],
  triggers: [
    {
      kind: 'worker',
      name: 'worker_record',
      displayName: 'A record of a worker',
      description:
        'Starts with each record of the workers that run this flow. The value has the text of what came, its files, the parts of a mail, and what a person wants to be different when the work is done again. Set the result with the step “Advanced Agent Dashboard Settings”.',
      fields: [],
      sample: {
        input: { file: { name: 'Complaint.pdf' } },
        text: 'The child seat of order 40-2231 arrived with a torn belt.',
        files: [file],
        conversation: '',
        source: {
          kind: 'EMAIL',
          from: 'Ines Moreau',
          fromEmail: 'ines@moreau.example',
          subject: 'Order 40-2231',
          date: '2026-03-31T09:00:00.000Z',
          body: 'The child seat of order 40-2231 arrived with a torn belt.',
          attachment: 'Complaint.pdf',
        },
        instructions: 'Find the team that has to answer.',
        comment: '',
        currentDate: '2026-03-31',
        currentTime: '09:00',
        worker: 'Complaints',
        record: 'Order 40-2231',
        kind: 'MAIL',
        body: { tenantId: 'ten_1', workerId: 'wrk_1', workerRecordId: 'rec_1' },
      },
    },
  ],
};
