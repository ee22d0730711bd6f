import { Readable, Writable } from "node:stream";
import type { Connection, PoolClient } from "pg";

/*
 * PostgreSQL's COPY as streams, over the driver's own interface for queries that are not text
 * (`Submittable`): the driver calls the `handle…` methods with the server's answers.
 */

/** The part that the driver's types leave out. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

class CopyOut extends Readable {
  readonly #statement: string;
  #connection: Connection | undefined;

  constructor(statement: string) {
    super();
    this.#statement = statement;
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.query(this.#statement);
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The driver reuses its buffer, so the chunk is copied.
    if (!this.push(Buffer.from(chunk))) this.#connection?.stream.pause();
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    // Nobody reads after the end, and the next query needs the connection.
    this.#connection?.stream.resume();
    this.push(null);
  }

  handleError(error: Error): void {
    this.destroy(error);
  }
}

class CopyIn extends Writable {
  readonly #statement: string;
  #connection: CopyConnection | undefined;
  #onReady: (() => void) | undefined;
  #onEnd: (() => void) | undefined;

  constructor(statement: string) {
    super();
    this.#statement = statement;
  }

  submit(connection: Connection): void {
    this.#connection = connection as CopyConnection;
    connection.query(this.#statement);
  }

  /** Nothing is written before the server is ready to take it. */
  override _construct(done: () => void): void {
    this.#onReady = done;
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#connection?.sendCopyFromChunk(chunk);
    const { stream } = this.#connection as CopyConnection;
    if (stream.writableNeedDrain) stream.once("drain", done);
    else done();
  }

  override _final(done: () => void): void {
    this.#onEnd = done;
    this.#connection?.endCopyFrom();
  }

  handleCopyInResponse(): void {
    this.#onReady?.();
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#onEnd?.();
  }

  handleError(error: Error): void {
    this.destroy(error);
  }
}

/** The rows of `copy … to stdout`, as the server writes them. Read to its end, or end the client. */
export function copyOut(client: PoolClient, statement: string): Readable {
  return client.query(new CopyOut(statement));
}

/** Takes rows for `copy … from stdin`; it is finished when the server has accepted them all. */
export function copyIn(client: PoolClient, statement: string): Writable {
  return client.query(new CopyIn(statement));
}
