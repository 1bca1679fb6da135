import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

export interface TunnelProxy {
  address: string;
  /** The hosts and ports that tunnels were asked for. */
  tunnels: string[];
  close(): void;
}

/** Starts a proxy on loopback that opens tunnels and answers nothing else. */
export const startTunnelProxy = async (): Promise<TunnelProxy> => {
  const tunnels: string[] = [];
  const server = createServer((_, response) => void response.writeHead(405).end());
  server.on('connect', ({ url = '' }, socket, head) => {
    tunnels.push(url);
    const { hostname, port } = new URL(`http://${url}`);
    const target = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      if (head.length > 0) target.write(head);
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
    socket.on('error', () => target.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tunnels,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
