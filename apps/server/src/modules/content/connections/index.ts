export { connectionUses, type UseOfConnection } from './connection-uses.ts';
export { outboundIo } from './outbound-io.ts';
export { findConnectionLimits, inTurn, startingOf } from './service/limits.ts';
export { hideSecrets, type OpenedConnection, openConnection } from './service/open-connection.ts';
export { findConnection, getConnection, listConnectionKinds } from './service/reads.ts';
