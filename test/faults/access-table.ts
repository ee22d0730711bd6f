/*
 * Permissions: one row per use case and the way to it, one column per kind of caller (see
 * callers.ts) and one for the operator, who has no login and works at the command line. The offerings
 * belong to the owner, and their booking to the client. « itself » means that only pages and forms
 * lead there: the use case is called with the actor of the caller's cookie.
 *
 *   ok    allowed            401  not signed in        404  is not told that it exists
 *   pw    temporary password: nothing but its change    403  forbidden        409  not in this state
 *   pay   payments first     quota  no plan    own  one's own session    twice  booked already
 *   none  is answered nothing    link  only with a token that went to one mailbox or one browser
 *   400   only signed by the provider, or with the present password    -  no door leads there
 */
export const TABLE = `
                        |                                                    | visitor | client  | strangr | bare    | unpaid  | owner   | rival   | suspend | tempor. | operat.
signUp                  | POST /auth/signup                                  | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
issueTokens             | POST /auth/token                                   | 401     | 401     | 401     | 401     | 401     | 401     | 401     | 401     | 401     | -
logOut                  | POST /auth/logout                                  | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | ok      | -
showProfile             | GET /auth/user                                     | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
resendConfirmation      | POST /auth/resend                                  | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
changePassword          | POST /auth/password                                | 401     | 400     | 400     | 400     | 400     | 400     | 400     | 401     | ok      | -
showSecurity            | GET /auth/logins                                   | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
closeLogin              | DELETE /auth/logins/{id}                           | 401     | 404     | 404     | 404     | 404     | 404     | 404     | 401     | pw      | -
closeEveryLogin         | DELETE /auth/logins                                | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
requestPasswordReset    | POST /auth/recover                                 | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
showProfile             | GET /profile                                       | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
updateProfile           | PATCH /profile                                     | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
showMailChoices         | GET /notifications                                 | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
chooseMails             | PATCH /notifications                               | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
showDevices             | GET /push-subscriptions                            | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
addDevice               | POST /push-subscriptions                           | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
removeDevice            | DELETE /push-subscriptions/{id}                    | 401     | 404     | 404     | 404     | 404     | 404     | 404     | 401     | pw      | -
showPushChoices         | GET /push-topics                                   | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
choosePushes            | PATCH /push-topics                                 | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
exportData              | GET /profile/export                                | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
showOwnProfessional     | GET /professional-profile                          | 401     | 404     | 404     | 404     | ok      | ok      | ok      | 401     | pw      | -
createProfessional      | POST /professional-profile                         | 401     | 403     | 403     | ok      | 409     | 409     | 409     | 401     | pw      | -
updateProfessional      | PATCH /professional-profile                        | 401     | 404     | 404     | 404     | ok      | ok      | ok      | 401     | pw      | -
listOfferings           | GET /sessions                                      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
createOffering          | POST /sessions                                     | 401     | 403     | 403     | 403     | pay     | ok      | quota   | 401     | pw      | -
showOffering            | GET /sessions/{id}                                 | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
updateOffering          | PATCH /sessions/{id}                               | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw      | -
deleteOffering          | DELETE /sessions/{id}                              | 401     | 403     | 403     | 403     | 403     | 409     | 403     | 401     | pw      | -
copyOffering            | POST /sessions/{id}/copy                           | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw      | -
archiveOffering         | POST /sessions/{id}/archive                        | 401     | 403     | 403     | 403     | 403     | 409     | 403     | 401     | pw      | -
listActivities          | GET /activities                                    | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
createOffering          | POST /activities                                   | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw      | -
showOffering            | GET /activities/{id}                               | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
updateOffering          | PATCH /activities/{id}                             | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw      | -
deleteOffering          | DELETE /activities/{id}                            | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw      | -
copyOffering            | POST /activities/{id}/copy                         | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw      | -
archiveOffering         | POST /activities/{id}/archive                      | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw      | -
listActivityTypes       | GET /activity-types                                | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
suggestSearches         | GET /suggestions                                   | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
listProfessionals       | GET /professionals                                 | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
listBookings            | GET /bookings/sessions                             | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
listActivityBookings    | GET /bookings/activities                           | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
cancelBooking           | POST /bookings/{id}/cancel                         | 401     | ok      | 404     | 404     | 404     | ok      | 404     | 401     | pw      | -
moveBooking             | POST /bookings/{id}/move                           | 401     | 400     | 404     | 404     | 404     | 404     | 404     | 401     | pw      | -
showMove                | itself                                             | 401     | ok      | 404     | 404     | 404     | 404     | 404     | 401     | pw      | -
resellBooking           | POST /bookings/{id}/resale                         | 401     | 409     | 404     | 404     | 404     | 404     | 404     | 401     | pw      | -
takeBack                | DELETE /bookings/{id}/resale                       | 401     | 409     | 404     | 404     | 404     | 404     | 404     | 401     | pw      | -
showBookingMessages     | GET /bookings/{id}/messages                        | 401     | ok      | 404     | 404     | 404     | ok      | 404     | 401     | pw      | -
listConversations       | GET /messages                                      | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
markRead                | POST /messages/{id}/read                           | 401     | ok      | 404     | 404     | 404     | ok      | 404     | 401     | pw      | -
listRunningOffers       | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
countUnread             | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
writeBookingMessage     | POST /bookings/{id}/messages                       | 401     | ok      | 404     | 404     | 404     | ok      | 404     | 401     | pw      | -
countPresence           | GET /bookings/presence                             | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
markPresence            | POST /bookings/{id}/presence                       | 401     | 403     | 404     | 404     | 404     | 409     | 404     | 401     | pw      | -
showReceipt             | GET /bookings/{id}/receipt                         | 401     | 409     | 404     | 404     | 404     | 409     | 404     | 401     | pw      | -
contestAbsence          | POST /bookings/{id}/presence/contest               | 401     | 409     | 404     | 404     | 404     | 403     | 404     | 401     | pw      | -
nameCompanions          | itself                                             | 401     | ok      | 404     | 404     | 404     | 404     | 404     | 401     | pw      | -
showTaxDetails          | itself                                             | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
showOwnVerification     | itself                                             | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
submitProof             | itself                                             | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
openOwnPaper            | itself                                             | 401     | 404     | 404     | 404     | 404     | 404     | 404     | 401     | pw      | -
showTick                | itself                                             | none    | none    | none    | none    | none    | none    | none    | none    | none    | -
editTaxDetails          | itself                                             | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
showPresence            | itself                                             | 401     | ok      | 404     | 404     | 404     | ok      | 404     | 401     | pw      | -
cancelSlot              | POST /slots/{id}/cancel                            | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw      | -
writeToSlotClients      | POST /slots/{id}/messages                          | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw      | -
writeReview             | POST /bookings/{id}/review                         | 401     | 409     | 404     | 404     | 404     | 403     | 404     | 401     | pw      | -
withdrawReview          | DELETE /bookings/{id}/review                       | 401     | 404     | 404     | 404     | 404     | 403     | 404     | 401     | pw      | -
showOwnReview           | GET /bookings/{id}/review                          | 401     | ok      | 404     | 404     | 404     | 403     | 404     | 401     | pw      | -
showNextBooking         | itself                                             | 401     | ok      | none    | none    | none    | none    | none    | 401     | pw      | -
listFound               | itself                                             | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
listFavoritesToday      | itself                                             | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
listNear                | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
listReviewed            | itself                                             | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
showReceivedReviews     | itself                                             | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
replyToReview           | PUT /reviews/{id}/reply                            | 401     | 403     | 403     | 403     | 404     | 404     | 404     | 401     | pw      | -
reportReview            | POST /reports                                      | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | -
showReview              | itself                                             | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | -
showReviews             | GET /reviews                                       | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
reportContent           | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
showReportableContent   | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
contestDecision         | itself                                             | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | -
contestCase             | itself                                             | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | -
showContestableCase     | itself                                             | none    | none    | none    | none    | none    | none    | none    | none    | none    | -
showContestable         | itself                                             | none    | none    | none    | none    | none    | none    | none    | none    | none    | -
contestAccountDecision  | itself                                             | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | -
showContestableDecision | itself                                             | none    | none    | none    | none    | none    | none    | none    | none    | none    | -
showAbsence             | itself                                             | none    | none    | none    | none    | none    | none    | none    | none    | none    | -
chooseRefund            | itself                                             | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | -
showChoice              | itself                                             | none    | none    | none    | none    | none    | none    | none    | none    | none    | -
showOwnNotice           | itself                                             | 401     | none    | none    | none    | none    | none    | none    | 401     | pw      | -
showComingTerms         | itself                                             | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
refuseTerms             | itself                                             | 401     | 404     | 404     | 404     | 404     | 404     | 404     | 401     | pw      | -
acceptTerms             | itself                                             | 401     | 409     | 409     | 409     | 409     | 409     | 409     | 401     | pw      | -
reportBookingMessage    | itself                                             | 401     | 404     | 404     | 404     | 404     | 404     | 404     | 401     | pw      | -
showReportableMessage   | itself                                             | 401     | 404     | 404     | 404     | 404     | 404     | 404     | 401     | pw      | -
enterCode               | POST /slots/{id}/presence                          | 401     | 403     | 403     | 403     | 403     | 409     | 403     | 401     | pw      | -
publishSlot             | POST /slots                                        | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw      | -
moveSlot                | PATCH /slots/{id}                                  | 401     | 403     | 403     | 403     | 403     | 409     | 403     | 401     | pw      | -
withdrawSlot            | DELETE /slots/{id}                                 | 401     | 403     | 403     | 403     | 403     | 409     | 403     | 401     | pw      | -
listDrafts              | GET /drafts                                        | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
showDraft               | GET /drafts/{id}                                   | 401     | 403     | 403     | 403     | 404     | 404     | 404     | 401     | pw      | -
saveDraft               | POST /drafts/{id}                                  | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
discardDraft            | DELETE /drafts/{id}                                | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
showOutsideClients      | GET /slots/{id}/outside-clients                    | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw      | -
addOutsideClient        | POST /slots/{id}/outside-clients                   | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw      | -
tellOutsideClient       | PATCH /slots/{id}/outside-clients/{client_id}      | 401     | 403     | 403     | 403     | 403     | 404     | 403     | 401     | pw      | -
removeOutsideClient     | DELETE /slots/{id}/outside-clients/{client_id}     | 401     | 403     | 403     | 403     | 403     | 404     | 403     | 401     | pw      | -
listOwnTimes            | GET /absences                                      | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
addOwnTime              | POST /absences                                     | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
previewOwnTime          | POST /absences/preview                             | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
removeOwnTime           | DELETE /absences/{id}                              | 401     | 403     | 403     | 403     | 404     | 404     | 404     | 401     | pw      | -
showSchedule            | GET /schedules/{id}                                | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw      | -
editSchedule            | PUT /schedules/{id}                                | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw      | -
previewSchedule         | POST /schedules/{id}/preview                       | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw      | -
editSchedule            | POST /slots/{id}/schedule                          | 401     | 403     | 403     | 403     | 403     | 409     | 403     | 401     | pw      | -
showAgenda              | GET /agenda                                        | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
showBoost               | GET /boosts                                        | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
chooseBoost             | POST /boosts                                       | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw      | -
withdrawBoost           | DELETE /boosts/{id}                                | 401     | 403     | 403     | 403     | 404     | 404     | 404     | 401     | pw      | -
proposeHour             | POST /slots/{id}/proposal                          | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw      | -
answerProposal          | POST /bookings/{id}/proposal                       | 401     | 404     | 404     | 404     | 404     | 404     | 404     | 401     | pw      | -
withdrawProposal        | itself                                             | 401     | 403     | 403     | 403     | 403     | 409     | 403     | 401     | pw      | -
showProposable          | itself                                             | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw      | -
showProposal            | itself                                             | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | -
previewPeriod           | GET /agenda/cancellations                          | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
takeOutsideHour         | itself                                             | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw      | -
cancelPeriod            | POST /agenda/cancellations                         | 401     | 403     | 403     | 403     | 404     | ok      | 404     | 401     | pw      | -
showFigures             | GET /figures                                       | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
listCalendars           | GET /calendars                                     | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
addCalendar             | POST /calendars                                    | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
removeCalendar          | DELETE /calendars/{id}                             | 401     | 403     | 403     | 403     | 404     | ok      | 404     | 401     | pw      | -
acceptEmpty             | POST /calendars/{id}/accept-empty                  | 401     | 403     | 403     | 403     | 404     | ok      | 404     | 401     | pw      | -
showFeed                | GET /agenda-feed                                   | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
renewFeed               | POST /agenda-feed                                  | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
revokeFeed              | DELETE /agenda-feed                                | 401     | 403     | 403     | 403     | 404     | 404     | 404     | 401     | pw      | -
showGaps                | GET /gaps                                          | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
publishGap              | POST /gaps/{id}/publish                            | 401     | 403     | 403     | 403     | 404     | ok      | 404     | 401     | pw      | -
declineGap              | POST /gaps/{id}/decline                            | 401     | 403     | 403     | 403     | 404     | ok      | 404     | 401     | pw      | -
listEarnings            | GET /earnings                                      | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
listAlerts              | GET /alerts                                        | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
keepAlert               | POST /alerts                                       | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
changeAlert             | PUT /alerts/{id}                                   | 401     | 404     | 404     | 404     | 404     | 404     | 404     | 401     | pw      | -
setAlertPaused          | PATCH /alerts/{id}                                 | 401     | 404     | 404     | 404     | 404     | 404     | 404     | 401     | pw      | -
removeAlert             | DELETE /alerts/{id}                                | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
listWaiting             | GET /waiting-list                                  | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
joinWaitingList         | POST /waiting-list                                 | 401     | twice   | 409     | 409     | 409     | own     | 409     | 401     | pw      | -
leaveWaitingList        | DELETE /waiting-list/{id}                          | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
passOffer               | POST /waiting-list/{id}/pass                       | 401     | 404     | 404     | 404     | 404     | 404     | 404     | 401     | pw      | -
listFavorites           | GET /favorites                                     | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
addFavorite             | POST /favorites                                    | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
clearFavorites          | DELETE /favorites                                  | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
removeFavorite          | DELETE /favorites/{session_id}                     | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
uploadImage             | POST /images                                       | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
removeImage             | DELETE /images/{name}                              | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw      | -
showSubscription        | GET /subscription                                  | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
bookSlot                | POST /functions/create-session-payment             | 401     | twice   | ok      | ok      | ok      | own     | ok      | 401     | pw      | -
bookSlot                | POST /functions/create-guest-session-payment       | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
bookSlot                | POST /functions/create-activity-payment            | 401     | ok      | ok      | ok      | ok      | own     | ok      | 401     | pw      | -
bookSlot                | POST /functions/create-guest-activity-payment      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
verifyPayment           | POST /functions/verify-payment                     | 401     | ok      | 404     | 404     | 404     | 404     | 404     | 401     | pw      | -
verifyGuestPayment      | POST /functions/verify-guest-payment               | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
sendContactMessage      | POST /functions/send-contact-email                 | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
checkSubscription       | POST /functions/check-subscription                 | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
openCustomerPortal      | POST /functions/customer-portal                    | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
choosePlan              | POST /functions/create-subscription-checkout       | 401     | ok      | ok      | ok      | ok      | 409     | ok      | 401     | pw      | -
chooseGuestPlan         | POST /functions/create-guest-subscription-checkout | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
choosePlan              | POST /functions/create-checkout                    | 401     | ok      | ok      | ok      | ok      | 409     | ok      | 401     | pw      | -
verifySubscription      | POST /functions/verify-subscription-payment        | 401     | 404     | 404     | 404     | 404     | 404     | 404     | 401     | pw      | -
verifyGuestSubscription | POST /functions/verify-guest-subscription-payment  | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
connectAccount          | POST /functions/create-connected-account           | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
finalizeProfessional    | POST /functions/finalize-professional-profile      | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
showProfessional        | POST /rpc/get_public_professional_profile          | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
canCreateSession        | POST /rpc/can_create_session                       | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
recountSessions         | POST /rpc/increment_session_count                  | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
recountSessions         | POST /rpc/decrement_session_count                  | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
requestAccountDeletion  | POST /rpc/request_account_deletion                 | 401     | 409     | ok      | ok      | ok      | 409     | ok      | 401     | pw      | -
withdrawDeletion        | POST /rpc/withdraw_account_deletion                | 401     | 409     | 409     | 409     | 409     | 409     | 409     | 401     | pw      | -
confirmEmail            | itself                                             | link    | link    | link    | link    | link    | link    | link    | link    | link    | -
editProfile             | itself                                             | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
giveNames               | itself                                             | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
logIn                   | itself                                             | 401     | 401     | 401     | 401     | 401     | 401     | 401     | 401     | 401     | -
readReset               | itself                                             | none    | none    | none    | none    | none    | none    | none    | none    | none    | -
readSignUp              | itself                                             | none    | none    | none    | none    | none    | none    | none    | none    | none    | -
refreshTokens           | itself                                             | link    | link    | link    | link    | link    | link    | link    | link    | link    | -
refuseSignUp            | itself                                             | link    | link    | link    | link    | link    | link    | link    | link    | link    | -
resetPassword           | itself                                             | link    | link    | link    | link    | link    | link    | link    | link    | link    | -
followBookingLink       | itself                                             | link    | link    | link    | link    | link    | link    | link    | link    | link    | -
showStop                | itself                                             | link    | link    | link    | link    | link    | link    | link    | link    | link    | -
showUnsubscription      | itself                                             | link    | link    | link    | link    | link    | link    | link    | link    | link    | -
askForAlert             | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
followAlertLink         | itself                                             | link    | link    | link    | link    | link    | link    | link    | link    | link    | -
readAlertLink           | itself                                             | none    | none    | none    | none    | none    | none    | none    | none    | none    | -
showGuestAlerts         | itself                                             | link    | link    | link    | link    | link    | link    | link    | link    | link    | -
keepGuestAlert          | itself                                             | link    | link    | link    | link    | link    | link    | link    | link    | link    | -
stopGuestAlerts         | POST /alerts/guests/{code}/stop                    | 400     | 400     | 400     | 400     | 400     | 400     | 400     | 400     | 400     | -
unsubscribe             | POST /unsubscribe/{code}                           | 400     | 400     | 400     | 400     | 400     | 400     | 400     | 400     | 400     | -
stopTexts               | itself                                             | link    | link    | link    | link    | link    | link    | link    | link    | link    | -
readBookingLink         | itself                                             | none    | none    | none    | none    | none    | none    | none    | none    | none    | -
abandonCheckout         | itself                                             | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | -
showUpcomingCount       | itself                                             | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
listManaged             | itself                                             | 401     | none    | none    | none    | ok      | ok      | ok      | 401     | pw      | -
markOwnSlots            | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
showPurchase            | itself                                             | 404     | ok      | 404     | 404     | 404     | 404     | 404     | 404     | 404     | -
showCalendarFile        | itself                                             | 404     | ok      | 404     | 404     | 404     | 404     | 404     | 404     | 404     | -
findGone                | itself                                             | none    | none    | none    | none    | none    | none    | none    | none    | none    | -
findCheckoutOffering    | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
askForLink              | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
permitActivities        | itself                                             | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw      | -
permitPublication       | itself                                             | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
offersReminders         | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
showSeller              | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
countChoices            | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
searchSessions          | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
setOfferingActive       | itself                                             | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw      | -
showHome                | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
showOwnOffering         | itself                                             | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw      | -
editWorkingTime         | itself                                             | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
proposeOpeningHours     | itself                                             | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
showRestriction         | itself                                             | 401     | none    | none    | none    | none    | none    | none    | 401     | pw      | -
previewOverlap          | itself                                             | 401     | none    | none    | none    | 403     | none    | 403     | 401     | pw      | -
showWaitingSlot         | itself                                             | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
countSeekers            | itself                                             | 401     | none    | none    | none    | none    | none    | none    | 401     | pw      | -
previewSlot             | itself                                             | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw      | -
suggestSlot             | itself                                             | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
searchOwnOfferings      | itself                                             | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
showPublished           | itself                                             | 401     | 403     | 403     | 403     | 403     | 404     | 403     | 401     | pw      | -
findSharedSlot          | itself                                             | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | -
exportEarnings          | itself                                             | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw      | -
showPayouts             | itself                                             | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
markFavorites           | itself                                             | none    | ok      | ok      | ok      | ok      | ok      | ok      | none    | ok      | -
showFavorites           | itself                                             | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
listLandings            | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
listFilterCategories    | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
listAcceptedTypes       | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
listSitemapParts        | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
listSitemapRange        | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
showLanding             | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
showLandings            | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
readImage               | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
readFeed                | itself                                             | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | -
showDemoCalendar        | itself                                             | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | -
showDemoOperators       | itself                                             | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | -
showDeletionRequest     | itself                                             | none    | none    | none    | none    | none    | none    | none    | none    | none    | -
requestGiftCard         | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
withdrawFromContract    | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
listDemoMails           | itself                                             | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | -
readDemoAttachment      | itself                                             | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | 404     | -
receiveStripeEvent      | itself                                             | 400     | 400     | 400     | 400     | 400     | 400     | 400     | 400     | 400     | -
saveOnboardingDraft     | itself                                             | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
listBookable            | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
openAccountDashboard    | itself                                             | 401     | pay     | pay     | pay     | pay     | ok      | ok      | 401     | pw      | -
openOnboarding          | itself                                             | 401     | none    | none    | none    | none    | ok      | ok      | 401     | pw      | -
refreshOwnAccount       | itself                                             | 401     | none    | none    | none    | ok      | ok      | ok      | 401     | pw      | -
showDirectory           | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
showOnboarding          | itself                                             | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
showProfessionalOffers  | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
showProfessionalPage    | itself                                             | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | -
showQuota               | itself                                             | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw      | -
showQueue               | cli queue                                          | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
showMessage             | cli message                                        | -       | -       | -       | -       | -       | -       | -       | -       | -       | 404
closeMessage            | cli close-message                                  | -       | -       | -       | -       | -       | -       | -       | -       | -       | 404
fileAsRights            | cli file-as-rights                                 | -       | -       | -       | -       | -       | -       | -       | -       | -       | 404
settleRefusedMail       | cli settle-mail                                    | -       | -       | -       | -       | -       | -       | -       | -       | -       | 404
actOnAccount           | cli send-reset                                     | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
decideBooking           | cli send-confirmation                              | -       | -       | -       | -       | -       | -       | -       | -       | -       | 404
askProof                | cli ask-proof                                      | -       | -       | -       | -       | -       | -       | -       | -       | -       | 404
unverifyProfessional    | cli unverify                                       | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
showVerification        | cli verifications                                  | -       | -       | -       | -       | -       | -       | -       | -       | -       | 404
showContentCase         | cli content                                        | -       | -       | -       | -       | -       | -       | -       | -       | -       | 404
decideContent           | cli decide-content                                 | -       | -       | -       | -       | -       | -       | -       | -       | -       | 404
showMessageCase         | cli letter                                         | -       | -       | -       | -       | -       | -       | -       | -       | -       | 404
decideMessageCase       | cli decide-letter                                  | -       | -       | -       | -       | -       | -       | -       | -       | -       | 404
decideProof             | cli decide-proof                                   | -       | -       | -       | -       | -       | -       | -       | -       | -       | 404
listTaxRequests         | cli tax-requests                                   | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
grantActivities         | cli grant-activities                               | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
suspendAccount          | cli suspend                                        | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
reopenAccount           | cli reactivate                                     | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
endRelationship         | cli end-relationship                               | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
takeNoticeBack          | cli take-notice-back                               | -       | -       | -       | -       | -       | -       | -       | -       | -       | 409
upholdDecision          | cli uphold-decision                                | -       | -       | -       | -       | -       | -       | -       | -       | -       | 409
listAccountContests     | cli account-contests                               | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
showAccountDecisions    | cli account-decisions                              | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
searchRecords           | cli find                                           | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
cancelForSomebody       | cli cancel-booking                                 | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
giveGoodwill            | cli goodwill                                       | -       | -       | -       | -       | -       | -       | -       | -       | -       | 409
listProposals           | cli categories                                     | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
decideCategory          | cli accept-category                                | -       | -       | -       | -       | -       | -       | -       | -       | -       | 404
listAnnouncements       | cli announcements                                  | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
announce                | cli announce                                       | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
listTerms               | cli terms                                          | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
announceTerms           | cli announce-terms                                 | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
takeAnnouncementBack    | cli withdraw-announcement                          | -       | -       | -       | -       | -       | -       | -       | -       | -       | 404
listDeletionRequests    | cli deletion-requests                              | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
withdrawDeletionOf      | cli drop-deletion-request                          | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
processDeletion         | cli delete-account                                 | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
exportPerson            | cli export                                         | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
exportSellerReport      | cli dac7                                           | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
exportBookings          | cli export-bookings                                | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
makeOperator            | cli make-operator                                  | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
closeOperator           | cli close-operator                                 | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
changeRoles             | cli change-roles                                   | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
listOperators           | cli operators                                      | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
judgeAnchor             | cli check                                          | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
judgeSecrets            | cli check                                          | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
listDoubleBookings      | cli check                                          | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
listOpenCases           | cli reports                                        | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
decideCase              | cli decide-report                                  | -       | -       | -       | -       | -       | -       | -       | -       | -       | 404
listReviews             | cli reviews                                        | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
decideGoodwill          | cli decide-goodwill                                | -       | -       | -       | -       | -       | -       | -       | -       | -       | 404
listGoodwill            | cli goodwill-proposals                             | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
acceptLoss              | cli accept-loss                                    | -       | -       | -       | -       | -       | -       | -       | -       | -       | 404
decideLoss              | cli decide-loss                                    | -       | -       | -       | -       | -       | -       | -       | -       | -       | 404
writeLetter             | cli write                                          | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
listDisputes            | cli disputes                                       | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
showDispute             | cli dispute                                        | -       | -       | -       | -       | -       | -       | -       | -       | -       | 404
showDispute             | cli send-evidence                                  | -       | -       | -       | -       | -       | -       | -       | -       | -       | 404
answerDispute           | cli send-evidence                                  | -       | -       | -       | -       | -       | -       | -       | -       | -       | 404
addEvidenceFile         | cli add-evidence                                   | -       | -       | -       | -       | -       | -       | -       | -       | -       | 404
openEvidenceFile        | cli open-evidence                                  | -       | -       | -       | -       | -       | -       | -       | -       | -       | 404
removeEvidenceFile      | cli remove-evidence                                | -       | -       | -       | -       | -       | -       | -       | -       | -       | 404
reclaimShare            | cli reclaim                                        | -       | -       | -       | -       | -       | -       | -       | -       | -       | 409
decideOutsideRefund            | cli decide-return                                  | -       | -       | -       | -       | -       | -       | -       | -       | -       | 404
decideReview            | cli settle-review                                  | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
resumeAfterRestore      | cli sell-from-here                                 | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
replayStripeEvent       | cli replay-event                                   | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
reconcilePayments       | cli reconcile                                      | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
reconcileSubscriptions  | cli reconcile                                      | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
judgeDebts              | cli check                                          | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
judgeInvariants         | cli check                                          | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
compareProvider         | cli check                                          | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
backUp                  | cli backup                                         | -       | -       | -       | -       | -       | -       | -       | -       | -       | ok
restoreBackup           | cli restore                                        | -       | -       | -       | -       | -       | -       | -       | -       | -       | 409
`;

/**
 * Functions that a door imports and no caller is permitted or refused, with the reason why they
 * have no row.
 */
export const WITHOUT_ROW: Record<string, string> = {
  resolveActor: "finds out who is asking",
  resolveOperator: "finds out which operator is asking",
  answerOnce: "does what it is given, which permits by itself",
  answerOnceInSteps: "the same",
  proveGuest: "makes a secret for whoever sends a form, and tells nothing else",
  measureState: "GET /metrics, which the proxy keeps to itself (docs/operations.md)",
};
