export { connectionUses, type UseOfConnection } from './connection-uses.ts';
export { outboundIo } from './outbound-io.ts';
export { findConnectionLimits, inTurn, startingOf } from './service/limits.ts';
export {
  findConnection,
  getConnection,
  hideSecrets,
  listConnectionKinds,
  type OpenedConnection,
  openConnection,
} from './service/reads.ts';
