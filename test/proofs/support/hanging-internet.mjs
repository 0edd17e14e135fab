/**
 * Loaded into a service: the internet that it sees. Hosts below `.example` have a public address, and a connection to
 * them reaches the port in `CARD_VAULT_HANGS`, where nothing ever answers.
 */
import dns from 'node:dns';
import {syncBuiltinESMExports} from 'node:module';
import net from 'node:net';

const address = {address: '93.184.215.14', family: 4};
const {lookup} = dns.promises;
dns.promises.lookup = async (host, options) =>
  host.endsWith('.example') ? [address] : lookup(host, options);
const {connect} = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const list = Array.isArray(args[0]) ? args[0] : args;
  if (list[0]?.host?.endsWith?.('.example')) {
    list[0] = {...list[0], host: '127.0.0.1', port: Number(process.env.CARD_VAULT_HANGS), lookup: undefined};
  }
  return connect.apply(this, args);
};
syncBuiltinESMExports();
