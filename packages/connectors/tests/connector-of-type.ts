import { type Connector, connectors } from '../src/index.ts';

export const getConnector = (type: Connector['type']): Connector => {
  const found = connectors.find((connector) => connector.type === type);
  if (found === undefined) throw new Error(`There is no connector ${type}.`);
  return found;
};
