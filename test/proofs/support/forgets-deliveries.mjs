// A bug on purpose, loaded into a service process before anything else: the first events after every start are never sent.
import pg from 'pg';

const {query} = pg.Client.prototype;
let isFirst = true;

pg.Client.prototype.query = function (statement, ...rest) {
  if (
    isFirst &&
    typeof statement?.text === 'string' &&
    statement.text.includes('INSERT INTO webhook_deliveries')
  ) {
    isFirst = false;
    return Promise.resolve({rows: [], command: 'INSERT'});
  }
  return query.call(this, statement, ...rest);
};
