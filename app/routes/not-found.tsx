/** Answers every address that the route table does not know (rule: not-found). */
export function loader(): never {
  throw new Response(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
