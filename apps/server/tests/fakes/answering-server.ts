import { type AnsweringServer, startAnsweringServer } from '@atelier/connectors/tests/answering-server';
import { createOutbound } from '../../src/kernel/outbound/outbound.ts';
import { outboundIo } from '../../src/modules/content/connections/index.ts';

/** Starts a server that the outbound client of the product may reach, unlike every other private address. */
export const startAllowedServer = async (signal = new AbortController().signal): Promise<AnsweringServer> => {
  const server = await startAnsweringServer(signal);
  const outbound = createOutbound({ allow: [new URL(server.origin).host] });
  const { close } = server;
  server.io = { ...outboundIo(outbound), signal };
  server.close = async () => {
    await outbound.close();
    await close();
  };
  return server;
};
