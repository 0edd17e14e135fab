/**
 * Loaded into a process under test before anything else: the internet that it sees. Hosts below `.example` have
 * a public address, and connections to them reach the proxy of the test, whose port is in `TEST_PROXY_PORT`.
 */
import dns from 'node:dns';
import {syncBuiltinESMExports} from 'node:module';
import net from 'node:net';

const publicAddress = {address: '93.184.215.14', family: 4};
const isOurs = (host) => typeof host === 'string' && host.endsWith('.example');

const {lookup} = dns;
dns.lookup = (host, options, callback) => {
  const [given, done] = typeof options === 'function' ? [{}, options] : [options, callback];
  if (!isOurs(host)) return lookup(host, given, done);
  const {address, family} = publicAddress;
  process.nextTick(() => (given.all ? done(null, [publicAddress]) : done(null, address, family)));
};
const {lookup: lookupAsync} = dns.promises;
dns.promises.lookup = async (host, options = {}) => {
  if (!isOurs(host)) return lookupAsync(host, options);
  return options.all ? [publicAddress] : publicAddress;
};

const {connect} = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  // Node's own modules pass their arguments as one array.
  const list = Array.isArray(args[0]) ? args[0] : args;
  const options = list[0];
  if (isOurs(options?.host)) {
    list[0] = {...options, host: '127.0.0.1', port: Number(process.env.TEST_PROXY_PORT), lookup: undefined};
  }
  return connect.apply(this, args);
};
syncBuiltinESMExports();
