import * as v from 'valibot';
import {traceSchema} from './schema.js';
import {largestTrace, traceFormat, traceVersion, type Trace} from './trace.js';

/**
 * Reads a trace, from its JSON or the object that it says.
 * @throws TypeError that names the field at fault, what was expected there and what to do.
 */
export function readTrace(given: unknown): Trace {
  if (typeof given === 'string' && given.length > 4 * largestTrace)
    throw new TypeError(
      `This is no trace: it has ${given.length} characters, and a trace at most ${largestTrace} bytes.`,
    );
  const value = typeof given === 'string' ? parsed(given) : given;
  const {format, version} = (value ?? {}) as {readonly format?: unknown; readonly version?: unknown};
  if (format !== traceFormat)
    throw new TypeError(
      `This is no trace: \`format\` must be "${traceFormat}". Give a file that the inspector saved.`,
    );
  if (version !== traceVersion)
    throw new TypeError(
      `This trace has version ${JSON.stringify(version)}, and this inspector reads version ${traceVersion}. Read it with the card-vault that wrote it.`,
    );
  const {success, output, issues} = v.safeParse(traceSchema, value, {abortEarly: true});
  if (success) return output;
  const [issue] = issues;
  const field = v.getDotPath(issue) ?? 'trace';
  throw new TypeError(
    `This trace was changed or damaged: \`${field}\` must be ${issue.expected ?? 'otherwise'}. Ask for the file again.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TypeError('This is no trace: it is not JSON. Give a file that the inspector saved.');
  }
}
