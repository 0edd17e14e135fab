const strange = {
  DateStyle: 'German, DMY',
  TimeZone: 'Asia/Kathmandu',
  IntervalStyle: 'iso_8601',
  extra_float_digits: '-15',
  bytea_output: 'escape',
  standard_conforming_strings: 'off',
  default_transaction_isolation: 'serializable',
  statement_timeout: '1',
  lock_timeout: '1',
  idle_in_transaction_session_timeout: '1',
};

/** Statements that give a database or a role, such as `ROLE ada`, settings that the service cannot work with. */
export const strangeSettings = (of: string): readonly string[] =>
  Object.entries(strange).map(([key, value]) => `ALTER ${of} SET ${key} = '${value}'`);
