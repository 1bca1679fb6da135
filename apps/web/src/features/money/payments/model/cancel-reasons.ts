import type { CancelReason } from '@atelier/contracts/money/payments';

/** What the page says for each reason (CANCEL-02, CANCEL-03). */
export const cancelReasons: { id: CancelReason; label: string }[] = [
  { id: 'missing_features', label: 'Features that I need are missing' },
  { id: 'too_complex', label: 'It is too complex' },
  { id: 'too_expensive', label: 'It is too expensive' },
  { id: 'switched_service', label: 'I switched to another service' },
];

/** What has to be typed, letter by letter (CANCEL-04, CANCEL-07). */
export const cancelWord = 'CANCEL';
