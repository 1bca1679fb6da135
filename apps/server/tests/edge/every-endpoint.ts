import { contracts } from '@atelier/contracts';
import type { Endpoint } from '@atelier/contracts/kernel/contract';

export const everyEndpoint: Endpoint[] = Object.values(contracts).flatMap((contract) =>
  Object.values<Endpoint>(contract.endpoints),
);

/** Returns the address of an endpoint with ids that nothing has. */
export const addressOfNothing = ({ path }: Endpoint): string => path.replace(/:\w+/g, 'missing');

export const boundary = 'a-line-between-parts';
export const formType = `multipart/form-data; boundary=${boundary}`;

export const fieldPart = (name: string, value: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

export const filePart = (content: string, headers = ''): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n${headers}\r\n${content}\r\n`;

export const lastLine = `--${boundary}--\r\n`;

/** The fields that forms of the product name something with, which nothing has here. */
export const fieldsOfNothing = ['appId', 'workerId', 'agentId', 'knowledgeBaseId', 'flowId']
  .map((name) => fieldPart(name, 'missing'))
  .join('');
