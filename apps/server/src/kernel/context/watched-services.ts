import { tellWaits } from '../compute/index.ts';
import type { Services } from '../services/services.ts';

/** Somebody who watches whether work waits for computing time. */
export interface WaitWatch {
  /** Is told when the work waits behind others, and when it goes on; undefined where nobody watches it. */
  readonly onWaits?: ((waits: boolean) => void) | undefined;
}

/** Returns the services for a piece of work; their threads tell the one who watches it, if there is one. */
export const watchedServices = ({ services, onWaits }: WaitWatch & { services: Services }): Services =>
  onWaits ? { ...services, compute: tellWaits(services.compute, onWaits) } : services;
