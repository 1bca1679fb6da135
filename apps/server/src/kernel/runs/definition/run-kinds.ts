import { defineExtensionPoint } from '../../services/extension-points.ts';
import type { Services } from '../../services/services.ts';
import { type AnyRun, RunRegistry } from './define-run.ts';

/** The service with the definitions in the field `runs` of all modules. */
export const runKinds = defineExtensionPoint<AnyRun>('runs.kinds');

/** The runs that this server knows. */
export const knownRuns = ({ extensions }: Pick<Services, 'extensions'>): RunRegistry =>
  new RunRegistry(extensions.of(runKinds));
