import type { CancelReason } from '@atelier/contracts/money/payments';

/** The reasons for a cancellation, with their texts on the page (CANCEL-02, CANCEL-03). */
export const cancelReasons: { id: CancelReason; label: string }[] = [
  { id: 'missing_features', label: 'Features that I need are missing' },
  { id: 'too_complex', label: 'It is too complex' },
  { id: 'too_expensive', label: 'It is too expensive' },
  { id: 'switched_service', label: 'I switched to another service' },
];

/** The word that must be typed exactly (CANCEL-04, CANCEL-07). */
export const cancelWord = 'CANCEL';
