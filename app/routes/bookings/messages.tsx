import { Link } from "react-router";
import type { ConversationView } from "#core/bookings/messages/schema.ts";
import { listConversations } from "#core/bookings/messages/show-booking-messages.server.ts";
import { formatLongDay, formatTime } from "#core/dates.ts";
import * as addresses from "#site/addresses.ts";
import { signedInContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readList } from "../../failures/read-part.server.ts";
import { PartFailed } from "../../parts/layout/part-failed.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { Route } from "./+types/messages";

export const meta: Route.MetaFunction = () => titleMeta("Messages");

export const handle = { failure: { title: "Erreur", text: "Impossible de charger vos messages." } };

/** The messages of a client or a professional, by booking (rule: writing-through-us). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = signedInContext({ request, context });
  const cursor = new URL(request.url).searchParams.get("cursor") ?? undefined;
  const list = await readList(context, "messages", () =>
    listConversations(ctx, { cursor }).catch(asPage),
  );
  return { list };
}

export default function Messages({ loaderData: { list } }: Route.ComponentProps) {
  return (
    <div className="page pb-8">
      <h1 className="mt-6 text-36">Messages</h1>
      <p className="mt-2 max-w-text text-ink-soft">
        On s'écrit à propos d'une réservation. Personne ne voit l'adresse de l'autre.
      </p>
      <div className="mt-6 max-w-text">
        {list === null ? (
          <PartFailed text={handle.failure.text} />
        ) : list.conversations.length === 0 ? (
          <EmptyState
            title="Aucun message pour l'instant"
            link={{ to: addresses.ownSessions, label: "Mes Sessions" }}
          >
            « Écrire », dans une réservation confirmée, commence une conversation.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-sand-300 rounded-card bg-surface ring ring-hairline">
            {list.conversations.map((conversation) => (
              <Conversation key={conversation.bookingId} {...conversation} />
            ))}
          </ul>
        )}
        {list?.nextCursor && (
          <p className="mt-6">
            <ButtonLink to={`${addresses.messages}?cursor=${list.nextCursor}`}>
              Messages plus anciens
            </ButtonLink>
          </p>
        )}
      </div>
    </div>
  );
}

function Conversation({ bookingId, title, date, time, other, unread, last }: ConversationView) {
  return (
    <li>
      <Link
        to={addresses.bookingMessages(bookingId)}
        className="block min-h-11 px-5 py-4 text-ink no-underline hover:bg-sand-100"
      >
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <strong className="font-strong wrap-anywhere">{other}</strong>
          {unread > 0 && (
            <Badge tone="clay-soft">{unread > 1 ? `${unread} messages non lus` : "Non lu"}</Badge>
          )}
        </span>
        <span className="block text-14 text-ink-soft wrap-anywhere figures">
          {title}, {date}, {time}
        </span>
        <span className={`mt-1 line-clamp-2 wrap-anywhere ${unread > 0 ? "font-label" : ""}`}>
          {last.isOwn && "Vous : "}
          {last.text || "Ce message a été retiré."}
        </span>
        <span className="mt-1 block text-14 text-ink-soft figures">
          {formatLongDay(last.createdAt)} à {formatTime(last.createdAt)}
        </span>
      </Link>
    </li>
  );
}
