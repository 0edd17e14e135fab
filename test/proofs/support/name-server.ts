import {createSocket} from 'node:dgram';
import {isIPv4, type AddressInfo} from 'node:net';

const recordTypes: Readonly<Record<number, 'A' | 'AAAA'>> = {1: 'A', 28: 'AAAA'};

/** Answers the addresses of a name; `asked` counts how often it was asked for records of this type, from 1. */
export type Zone = (name: string, type: 'A' | 'AAAA', asked: number) => readonly string[];

export interface NameServer {
  /** `127.0.0.1:port`, as a resolver takes it. */
  readonly address: string;
  /** How often a name was asked for, in either type at most. */
  asked(name: string): number;
  close(): void;
}

/** A name server on this machine that changes its mind whenever its zone does (DNS rebinding). */
export async function startNameServer(zone: Zone): Promise<NameServer> {
  const socket = createSocket('udp4');
  const counts = new Map<string, number>();
  socket.on('message', (query, {port, address}) => {
    const {name, type, end} = readQuestion(query);
    const kind = recordTypes[type];
    const asked = (counts.get(`${name} ${type}`) ?? 0) + 1;
    counts.set(`${name} ${type}`, asked);
    const found = kind ? zone(name, kind, asked) : [];
    socket.send(answerTo(query.subarray(0, end), type, found), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    asked: (name) => Math.max(counts.get(`${name} 1`) ?? 0, counts.get(`${name} 28`) ?? 0),
    close: () => void socket.close(),
  };
}

/** The first question of a query (RFC 1035, 4.1.2). */
function readQuestion(query: Buffer): {name: string; type: number; end: number} {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return {name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5};
}

function answerTo(question: Buffer, type: number, addresses: readonly string[]): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8580, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const bytes = Buffer.from(bytesOf(address));
    const record = Buffer.alloc(12);
    // The name is the question's; the answer is not to be kept.
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(0, 6);
    record.writeUInt16BE(bytes.length, 10);
    return Buffer.concat([record, bytes]);
  });
  return Buffer.concat([head, ...records]);
}

function bytesOf(address: string): readonly number[] {
  if (isIPv4(address)) return address.split('.').map(Number);
  // A URL spells every IPv6 address in groups of hex digits.
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)));
  const [left, right] = [groups(head), groups(tail)];
  const gap = Array<number>(8 - left.length - right.length).fill(0);
  return [...left, ...gap, ...right].flatMap((group) => [group >> 8, group & 255]);
}
