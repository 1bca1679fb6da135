export { connectionUses, type UseOfConnection } from './connection-uses.ts';
export { outboundIo } from './outbound-io.ts';
export { buildStartingRules, findConnectionLimits, inTurn } from './service/limits.ts';
export {
  findConnection,
  getConnection,
  hideSecrets,
  listConnectionKinds,
  type OpenedConnection,
  openConnection,
} from './service/reads.ts';
