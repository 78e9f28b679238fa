"""Words of the page where a token is entered, and of pages that need one."""

TABLE: dict[str, tuple[str, str]] = {
    # key: (German, English)
    "enter_title": ("Token eingeben", "Enter a token"),
    "enter_text": (
        "Ein Token öffnet die Regie oder zeigt die Partien früher. Einmal genügt, in OBS für alle Docks und Quellen.",
        "A token opens the control page or shows games earlier. Once is enough, in OBS for all docks and sources.",
    ),
    "enter_token": ("Token", "Token"),
    "enter_do": ("Eingeben", "Enter"),
    "enter_leave": ("Vergessen", "Forget it"),
    "enter_wait": ("Einen Moment …", "One moment …"),
    "enter_wrong": ("Dieses Token gilt nicht oder nicht mehr.", "This token is not valid, or not any more."),
    "enter_too_many": (
        "Das waren zu viele Versuche; gleich noch einmal probieren.",
        "These were too many tries; please try again in a moment.",
    ),
    "enter_failed": (
        "Das hat gerade nicht geklappt; gleich noch einmal probieren.",
        "That did not work just now; please try again in a moment.",
    ),
    "enter_noscript": ("Diese Seite braucht JavaScript.", "This page needs JavaScript."),
    "entered_operator": ("Dieser Browser darf in die Regie.", "This browser may control the show."),
    "entered_arbiter": (
        "Dieser Browser darf in die Regie und Ergebnisse berichtigen.",
        "This browser may control the show and correct results.",
    ),
    "entered_admin": ("Dieser Browser darf hier alles.", "This browser may do everything here."),
    "entered_viewer": ("Dieser Browser hat ein Token zum Zuschauen.", "This browser has a viewer token."),
    "control_loopback_title": ("Regie nur an diesem Rechner", "Control from that computer only"),
    "control_loopback": (
        "Ohne Token für die Regie gibt es sie nur auf dem Rechner, auf dem Unruh läuft.",
        "Without a control token, control is to be had only on the computer that Unruh runs on.",
    ),
    "control_token_title": ("Hier braucht es ein Token", "This needs a token"),
    "control_token": ("Ein Regie-Token öffnet die Regie.", "A control token opens the control page."),
    "control_arbiter_title": ("Nur für Schiedsrichter", "For arbiters only"),
    "control_arbiter": (
        "Dafür braucht es ein Token mit der Rolle „arbiter“; es gibt eins bei denen, die Unruh betreiben.",
        "This takes a token of the role arbiter; whoever runs Unruh can make one.",
    ),
    "control_admin_title": ("Nur für Admins", "For admins only"),
    "control_admin": (
        "Dafür braucht es ein Token mit der Rolle „admin“; es gibt eins bei denen, die Unruh betreiben.",
        "This takes a token of the role admin; whoever runs Unruh can make one.",
    ),
    "token_in_address_title": ("Token gehören nicht in Adressen", "Tokens do not belong into addresses"),
    "token_in_address": (
        "Adressen sieht jeder, der mitschaut; auf der Seite „Token eingeben“ ist es sicher.",
        "Everybody who looks on can read an address; the page “Enter a token” keeps it safe.",
    ),
}
