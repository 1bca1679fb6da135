import { isIP } from 'node:net';
import { z } from 'zod';
import { ConnectorError, type ConnectorIo } from '../../connector.ts';
import { refuse } from '../entry.ts';

/** The most members that are tried. Clusters have fewer, and each may take its whole timeout. */
const mostMembers = 10;
const defaultPort = 27_017;

export interface Member {
  host: string;
  port: number;
}

/** The servers that may be connected to, and the settings in the DNS record of the cluster. */
export interface Cluster {
  members: Member[];
  /** The database of the users, if the DNS record names it. */
  authSource: string | undefined;
  isBalanced: boolean;
}

const parseMember = (text: string, port: number): Member => {
  if (isIP(text) !== 0) return { host: text, port };
  const [, bracketed, plain = '', own] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === '' || /[\s/@?]/.test(host))
    return refuse(`“${text}” is no host. Please enter names such as db.example.com, with commas between.`);
  return { host, port: own === undefined ? port : Number(own) };
};

const namedMembers = (hosts: string, port: number): Member[] => {
  const names = hosts.split(',').map((name) => name.trim());
  const members = names.filter((name) => name !== '').map((name) => parseMember(name, port));
  if (members.length === 0) refuse('Please enter the host of the database.');
  if (members.length > mostMembers) refuse(`Please enter at most ${mostMembers} hosts.`);
  return members;
};

const withoutDot = (name: string): string => name.replace(/\.$/, '').toLowerCase();

/** The DNS records of a name may only refer to servers below the same domain. */
const belongsTo = (name: string, host: string): boolean => {
  const domain = withoutDot(host).split('.').slice(1).join('.');
  return domain.includes('.') && withoutDot(name).endsWith(`.${domain}`);
};

const unknownName = (host: string, cause: unknown) =>
  new ConnectorError(
    'sources.unreachable',
    `No servers could be found for ${host}. Please check the name after mongodb+srv://, or enter the servers themselves.`,
    { retryable: true, cause },
  );

const Options = z.object({ authSource: z.string().optional(), loadBalanced: z.literal('true').optional() });

/** A host name may have no TXT record. A failed lookup counts as none, because the servers were found. */
const resolveTxtOptions = async ({ dns }: ConnectorIo, host: string) => {
  const texts = await dns.resolveTxt(host).catch(() => []);
  const [text = []] = texts.length === 1 ? texts : [];
  return Options.safeParse(Object.fromEntries(new URLSearchParams(text.join('')))).data ?? {};
};

/**
 * Initial DNS seedlist discovery, as MongoDB specifies it. The hosts that it returns are checked like any others when they are connected
 * to. Throws ConnectorError.
 */
const lookUp = async (io: ConnectorIo, host: string): Promise<Cluster> => {
  const found = await io.dns.resolveSrv(`_mongodb._tcp.${host}`).catch((cause: unknown) => {
    throw unknownName(host, cause);
  });
  const members = found.map(({ name, port }) => ({ host: withoutDot(name), port }));
  if (members.length === 0) throw unknownName(host, undefined);
  const stranger = members.find((member) => !belongsTo(member.host, host));
  if (stranger)
    throw new ConnectorError(
      'sources.blocked',
      `${host} leads to ${stranger.host}, which is not below the same domain. Please check the name.`,
    );
  const { authSource, loadBalanced } = await resolveTxtOptions(io, host);
  return {
    members: members.slice(0, mostMembers),
    authSource,
    isBalanced: loadBalanced === 'true',
  };
};

/** Returns the servers that the host of a connection stands for: one, several separated by commas, or those that DNS lists for a name. */
export const resolveCluster = async (
  io: ConnectorIo,
  { host, port = defaultPort, tls }: { host: string; port?: number | undefined; tls: string },
): Promise<Cluster> => {
  const [, scheme, rest = ''] = /^(mongodb(?:\+srv)?:\/\/)?(.*)$/i.exec(host.trim()) ?? [];
  if (rest.includes('@'))
    refuse('User name and password have fields of their own. Please leave them out of the host.');
  const [hosts = ''] = rest.split(/[/?]/);
  if (scheme?.toLowerCase() !== 'mongodb+srv://')
    return { members: namedMembers(hosts, port), authSource: undefined, isBalanced: false };
  if (tls === 'OFF') refuse('Servers behind mongodb+srv:// are encrypted. Please choose an encryption.');
  if (!/^[\w-]+(\.[\w-]+){2,}\.?$/.test(hosts))
    refuse('After mongodb+srv:// comes one name without a port, such as cluster0.abcde.mongodb.net.');
  return lookUp(io, withoutDot(hosts));
};
